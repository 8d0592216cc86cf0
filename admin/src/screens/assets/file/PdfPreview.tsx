import type { Asset } from '@crossdock/client'
import Typography from '@mui/material/Typography'
import { ApiError, ErrorState, errorText, RowsSkeleton } from '@crossdock/admin/kit'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { previewUrl } from '../model.js'
import { PreviewBar, PreviewButton } from './PreviewBar.js'
import { PreviewText } from './PreviewText.js'
import { useBytes } from './use_bytes.js'

/** A PDF page by page. The server renders the pages, so nothing from the file runs in the browser. */
export function PdfPreview({ asset }: { asset: Asset }) {
  const translate = useTranslate()
  const [page, setPage] = useState(1)
  const { data, error, isLoading, refetch, isPlaceholderData } = useBytes(
    `${previewUrl(asset)}&page=${page}`
  )
  const url = useObjectUrl(data?.bytes)
  const say = (key: string, values?: object) => translate(`assets.filePage.${key}`, values)
  // Kept from the first rendered page on, so that people can skip a page that cannot be rendered.
  const [pages, setPages] = useState(1)
  const reported = Number(data?.headers.get('Page-Count')) || pages
  if (reported !== pages) setPages(reported)
  return (
    <>
      {pages > 1 && (
        <PreviewBar>
          <PreviewButton
            label={say('previousPage')}
            icon={ChevronLeft}
            disabled={page === 1}
            onClick={() => setPage(page - 1)}
          />
          <Typography variant="body2" color="textSecondary" role="status">
            {say('page', { page, pages })}
          </Typography>
          <PreviewButton
            label={say('nextPage')}
            icon={ChevronRight}
            disabled={page === pages}
            onClick={() => setPage(page + 1)}
          />
        </PreviewBar>
      )}
      {error instanceof ApiError && error.status === 404 ? (
        <PreviewText>{errorText(error, translate)}</PreviewText>
      ) : error ? (
        <ErrorState plain error={error} onRetry={() => void refetch()} />
      ) : isLoading || !url ? (
        <RowsSkeleton rows={4} />
      ) : (
        <img
          src={url}
          alt={say('pageOf', { page, name: asset.name })}
          style={{
            display: 'block',
            maxWidth: '100%',
            margin: 'auto',
            borderRadius: 6,
            border: '1px solid rgba(128, 128, 128, 0.3)',
            opacity: isPlaceholderData ? 0.5 : 1,
          }}
        />
      )}
    </>
  )
}

/** An object URL for bytes, revoked after use. */
function useObjectUrl(bytes: ArrayBuffer | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!bytes) return
    const made = URL.createObjectURL(new Blob([bytes], { type: 'image/webp' }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes])
  return url
}
