import { PlainDialog, type AssetDialogProps } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { VersionList } from '../VersionList.js'

/** Every stored version of a file, newest first, each to download. */
export default function VersionsDialog({ assets, onClose }: AssetDialogProps) {
  const asset = assets[0]!
  const translate = useTranslate()
  return (
    <PlainDialog title={translate('assets.versions.title', { name: asset.name })} onClose={onClose}>
      <VersionList asset={asset} />
    </PlainDialog>
  )
}
