import type { Workflow } from '@crossdock/client'
import { usePermissions, type Dependants } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** The workflows with a step that names one of these ids; empty for people who may not read workflows. */
export function useUsedBy(ids: readonly string[]): Dependants[] {
  const translate = useTranslate()
  if (!usePermissions().can('flows.read')) return []
  return [
    {
      list: 'integrations/workflows',
      filter: { uses: ids },
      title: translate('integrations.usedBy'),
      link: ({ id, name }: Workflow) => ({
        to: `/integrations/workflows/${encodeURIComponent(id)}`,
        label: name,
      }),
    },
  ]
}
