import type { Asset } from '@crossdock/client'
import { lazyPart, Section, useDialogAddress } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { isText } from '../compare/use_version_text.js'
import { VersionList } from '../VersionList.js'

const CompareDialog = lazyPart(() => import('../compare/CompareDialog.js'))

/** All stored versions, on the file page. Text versions can be compared. */
export default function VersionsPanel({ asset }: { asset: Asset }) {
  const translate = useTranslate()
  const { value, open, close } = useDialogAddress('compare')
  return (
    <Section flush title={translate('assets.action.versions')}>
      <VersionList asset={asset} onCompare={isText(asset) ? open : undefined} />
      {value !== null && <CompareDialog asset={asset} pair={value} onPair={open} onClose={close} />}
    </Section>
  )
}
