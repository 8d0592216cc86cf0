import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'ra-core'
import { useId } from 'react'
import { isOver, type UploadItem, type UploadQueue } from './queue.js'
import { UploadRow } from './UploadRow.js'

/** What is on its way up, file by file. */
export default function UploadPanel({
  queue,
  items,
}: {
  queue: UploadQueue
  items: readonly UploadItem[]
}) {
  const translate = useTranslate()
  const id = useId()

  const done = items.filter(({ state }) => state === 'done').length
  const failed = items.filter(({ state }) => state === 'failed').length
  const over = items.every(({ state }) => isOver(state))
  const summary = [
    over && !failed
      ? translate('assets.uploads.finished')
      : translate('assets.uploads.summary', { done, total: items.length }),
    failed > 0 && translate('assets.uploads.failedCount', { count: failed }),
  ]
  return (
    <Card component="section" aria-labelledby={id}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, pl: 2.5, pr: 1.5, py: 1.25 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h2" id={id}>
            {translate('assets.uploads.title')}
          </Typography>
          <Typography variant="body2" color="textSecondary" role="status">
            {summary.filter(Boolean).join(', ')}
          </Typography>
        </Box>
        {done + failed > 0 && (
          <Button size="small" onClick={() => queue.clearFinished()}>
            {translate('assets.uploads.hide')}
          </Button>
        )}
      </Box>
      <Box
        component="ul"
        tabIndex={items.length > 5 ? 0 : undefined}
        aria-labelledby={id}
        sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 300, overflowY: 'auto' }}
      >
        {items.map((item) => (
          <UploadRow key={item.id} item={item} queue={queue} />
        ))}
      </Box>
    </Card>
  )
}
