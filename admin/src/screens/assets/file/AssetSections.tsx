import type { AssetWithFolders } from '@crossdock/client'
import { isForAsset, isVisible, RowsSkeleton, Section, usePermissions } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Suspense } from 'react'
import { useRegistry } from '../../../registry/context.js'
import { FileFacts } from './FileFacts.js'

/** What a file looks like and is, and what plugins know of it: on its page, and beside the list. */
export function AssetSections({ asset }: { asset: AssetWithFolders }) {
  const translate = useTranslate()
  const { assetPreviews, assetPanels } = useRegistry()
  const who = usePermissions()
  const isShown = (one: (typeof assetPanels)[number] | (typeof assetPreviews)[number]) =>
    isVisible(one, who) && isForAsset(one, asset)
  const preview = assetPreviews.find(isShown)
  return (
    <>
      {preview && (
        <Section title={translate('assets.filePage.preview')}>
          <Suspense fallback={<RowsSkeleton />}>
            <preview.component key={asset.version} asset={asset} />
          </Suspense>
        </Section>
      )}
      <FileFacts file={asset} />
      {assetPanels.filter(isShown).map((panel) => (
        <Suspense key={panel.id} fallback={<RowsSkeleton />}>
          <panel.component asset={asset} />
        </Suspense>
      ))}
    </>
  )
}
