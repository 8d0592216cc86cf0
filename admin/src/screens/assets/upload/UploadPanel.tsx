import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useI18nProvider, useTranslate } from 'ra-core'
import { use, useId } from 'react'
import type { ScreensI18nProvider } from '../../../i18n/provider.js'
import { isOver, UploadRefused, type UploadItem } from './queue.js'
import { shareOf } from './share_of.js'
import { shownItems } from './shown_items.js'
import { UploadRow } from './UploadRow.js'
import { useOffline } from './use_offline.js'
import { useUploads } from './use_uploads.js'

/** The tray's view of uploads, in total and by file. */
export default function UploadPanel() {
  // The tray also opens over screens whose texts are not loaded.
  use((useI18nProvider() as ScreensI18nProvider).screenTexts())
  const translate = useTranslate()
  const id = useId()
  const isOffline = useOffline()
  const { queue, items } = useUploads()
  if (items.length === 0) return null
  const text = (key: string, values?: object) => translate(`assets.uploads.${key}`, values)
  const count = (...states: UploadItem['state'][]) =>
    items.filter(({ state }) => states.includes(state)).length

  const done = count('done')
  const versions = items.filter(({ version = 1 }) => version > 1).length
  const failed = count('failed')
  const interrupted = count('interrupted')
  const shown = shownItems(items)
  const over = items.every(({ state }) => isOver(state))
  const canRetry = items.some(
    ({ state, error }) => state === 'failed' && !(error instanceof UploadRefused)
  )
  const isRunning = count('sending', 'waiting') > 0
  const summary = [
    isRunning ? isOffline && text('offline') : count('paused') > 0 && text('paused'),
    over && !failed && !interrupted
      ? text('finished')
      : text('summary', { done, total: items.length }),
    versions > 0 && text('asVersions', { smart_count: versions }),
    failed > 0 && text('failedCount', { count: failed }),
    interrupted > 0 && text('interruptedCount', { count: interrupted }),
  ]
  const commands = [
    isRunning && (['pauseAll', () => queue.pause()] as const),
    count('paused') > 0 && (['goOnAll', () => queue.resumeAll()] as const),
    canRetry && (['retryAll', () => queue.retryAll()] as const),
    interrupted > 1 && (['cancelInterrupted', () => queue.cancelInterrupted()] as const),
    done + failed > 0 && (['hide', () => queue.clearFinished()] as const),
  ].filter((command) => command !== false)
  return (
    <Box component="section" aria-labelledby={id}>
      <Box sx={{ px: 2.5, pt: 1.5, pb: 1 }}>
        <Typography variant="h2" id={id}>
          {text('title')}
        </Typography>
        <Typography variant="body2" color="textSecondary" role="status">
          {summary.filter(Boolean).join(', ')}
        </Typography>
        {interrupted > 1 && (
          <Typography variant="body2" color="textSecondary">
            {text('chooseAllAgain')}
          </Typography>
        )}
        {!over && (
          <LinearProgress
            variant="determinate"
            value={shareOf(items)}
            aria-label={text('overall')}
            sx={{
              mt: 1,
              height: 4,
              borderRadius: '2px',
              bgcolor: (theme) => theme.palette.surface.selected,
              '& .MuiLinearProgress-bar': { bgcolor: 'info.main' },
            }}
          />
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mx: -1, mt: 0.5 }}>
          {commands.map(([word, run]) => (
            <Button key={word} size="small" onClick={run}>
              {text(word)}
            </Button>
          ))}
        </Box>
      </Box>
      <Box
        component="ul"
        tabIndex={shown.length > 5 ? 0 : undefined}
        aria-labelledby={id}
        sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 300, overflowY: 'auto' }}
      >
        {shown.map((item) => (
          <UploadRow key={item.id} item={item} queue={queue} isOffline={isOffline} />
        ))}
        {shown.length < items.length && (
          <Typography component="li" color="textSecondary" sx={{ px: 2.5, py: 1 }}>
            {text('moreRows', { smart_count: items.length - shown.length })}
          </Typography>
        )}
      </Box>
    </Box>
  )
}
