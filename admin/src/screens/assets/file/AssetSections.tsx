import type { AssetWithFolders } from '@crossdock/client'
import Box from '@mui/material/Box'
import {
  EmptyState,
  isForAsset,
  isVisible,
  RowsSkeleton,
  Section,
  usePermissions,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Suspense, type ReactNode } from 'react'
import { useRegistry } from '../../../registry/context.js'
import { assetIcon } from '../model.js'
import { FileFacts } from './FileFacts.js'

interface AssetSectionsProps {
  asset: AssetWithFolders
  /** Shows the preview on the left and the facts on the right, where there is room. */
  isSideBySide?: boolean
}

/** The preview, the facts and the panels of plugins: on the file page and in the details. */
export function AssetSections({ asset, isSideBySide = false }: AssetSectionsProps) {
  const translate = useTranslate()
  const { assetPreviews, assetPanels } = useRegistry()
  const who = usePermissions()
  const isShown = (one: (typeof assetPanels)[number] | (typeof assetPreviews)[number]) =>
    isVisible(one, who) && isForAsset(one, asset)
  const preview = assetPreviews.find(isShown)
  const looks = preview && (
    <Section title={translate('assets.filePage.preview')}>
      <Suspense fallback={<RowsSkeleton />}>
        <preview.component key={asset.version} asset={asset} />
      </Suspense>
    </Section>
  )
  const facts = (
    <>
      <FileFacts file={asset} />
      {assetPanels.filter(isShown).map((panel) => (
        <Suspense key={panel.id} fallback={<RowsSkeleton />}>
          <panel.component asset={asset} />
        </Suspense>
      ))}
    </>
  )
  if (!isSideBySide) {
    return (
      <>
        {looks}
        {facts}
      </>
    )
  }
  return (
    <Box sx={sideBySide}>
      <Column>{looks || <NoPreview asset={asset} />}</Column>
      <Column>{facts}</Column>
    </Box>
  )
}

const sideBySide = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
}

const Column = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>{children}</Box>
)

/** Replaces the preview for file types without one. */
function NoPreview({ asset }: { asset: AssetWithFolders }) {
  const translate = useTranslate()
  return (
    <EmptyState
      icon={assetIcon(asset)}
      title={translate('assets.filePage.noPreview')}
      description={translate('assets.filePage.noPreviewText')}
    />
  )
}
