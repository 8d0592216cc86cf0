import { lazyPart, PlainDialog, type AssetDialogProps } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { isText } from '../compare/use_version_text.js'
import { VersionList } from '../VersionList.js'

const CompareDialog = lazyPart(() => import('../compare/CompareDialog.js'))

/** All stored versions of a file, newest first, to download. Text versions can be compared. */
export default function VersionsDialog({ assets, onClose }: AssetDialogProps) {
  const asset = assets[0]!
  const translate = useTranslate()
  const [pair, setPair] = useState<string>()
  if (pair !== undefined) {
    const back = () => setPair(undefined)
    return <CompareDialog asset={asset} pair={pair} onPair={setPair} onClose={back} />
  }
  return (
    <PlainDialog title={translate('assets.versions.title', { name: asset.name })} onClose={onClose}>
      <VersionList asset={asset} onCompare={isText(asset) ? setPair : undefined} />
    </PlainDialog>
  )
}
