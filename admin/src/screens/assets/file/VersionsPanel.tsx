import type { Asset } from '@crossdock/client'
import { Section } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { VersionList } from '../VersionList.js'

/** Every stored version of the file, on its page. */
export default function VersionsPanel({ asset }: { asset: Asset }) {
  const translate = useTranslate()
  return (
    <Section flush title={translate('assets.action.versions')}>
      <VersionList asset={asset} />
    </Section>
  )
}
