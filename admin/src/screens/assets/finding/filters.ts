import type { ListFilter } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** Returns the filters of asset lists, without the filter by type. */
export function useFindingFilters(): ListFilter[] {
  const translate = useTranslate()
  return [
    { source: 'tag', label: translate('assets.tags.one'), reference: 'tags' },
    {
      source: 'starred',
      label: translate('assets.starred.title'),
      choices: [{ id: true, name: translate('assets.starred.yes') }],
    },
  ]
}
