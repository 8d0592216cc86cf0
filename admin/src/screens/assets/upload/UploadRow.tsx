import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { Icon, type LucideIcon } from '@crossdock/admin/kit'
import {
  CircleAlert,
  CircleCheck,
  Clock,
  Pause,
  Play,
  RotateCw,
  Unplug,
  Upload,
  X,
} from 'lucide-react'
import { useTranslate } from 'ra-core'
import { memo } from 'react'
import { ChooseAgain } from './ChooseAgain.js'
import { UploadRefused, type UploadItem, type UploadQueue } from './queue.js'
import { useStateText } from './use_state_text.js'

const icons = {
  waiting: Clock,
  sending: Upload,
  paused: Pause,
  interrupted: Unplug,
  done: CircleCheck,
  failed: CircleAlert,
}

interface UploadRowProps {
  item: UploadItem
  queue: UploadQueue
  /** Whether no data can be sent now. */
  isOffline: boolean
}

/**
 * One file of the queue: its progress, its error, and buttons to stop or retry it. Every progress event
 * updates the whole queue; only the affected row renders again.
 */
export const UploadRow = memo(function UploadRow({ item, queue, isOffline }: UploadRowProps) {
  const translate = useTranslate()
  const { name, state } = item
  const text = useStateText(item, isOffline)
  const canRetry = state === 'failed' && !(item.error instanceof UploadRefused)
  const isOpen = state === 'sending' || state === 'waiting'
  const removal = state === 'done' || state === 'failed' ? 'remove' : 'cancel'
  const isWrong = state === 'failed' || (state === 'interrupted' && item.error !== undefined)
  const button = (word: string, icon: LucideIcon, onClick: () => void) => (
    <IconButton
      size="small"
      aria-label={translate(`assets.uploads.${word}`, { name })}
      onClick={onClick}
    >
      <Icon icon={icon} />
    </IconButton>
  )
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        pl: 2.5,
        pr: 1.5,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box
        sx={{
          display: 'grid',
          color: ({ palette }) =>
            state === 'done'
              ? palette.tones.success.fg
              : state === 'failed'
                ? palette.tones.danger.fg
                : palette.text.secondary,
        }}
      >
        <Icon icon={icons[state]} />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'baseline' }}>
          <Typography sx={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Typography
            variant="body2"
            color={isWrong ? 'error' : 'textSecondary'}
            sx={{ overflowWrap: 'anywhere' }}
          >
            {text}
          </Typography>
        </Box>
        {state === 'sending' && (
          <LinearProgress
            variant="determinate"
            value={item.size > 0 ? (item.sent / item.size) * 100 : 0}
            aria-label={translate('assets.uploads.progress', { name })}
            sx={{
              mt: 0.75,
              height: 4,
              borderRadius: '2px',
              bgcolor: (theme) => theme.palette.surface.selected,
              '& .MuiLinearProgress-bar': { bgcolor: 'info.main' },
            }}
          />
        )}
      </Box>
      <Box sx={{ display: 'flex' }}>
        {isOpen && button('pause', Pause, () => queue.pause(item.id))}
        {state === 'paused' && button('goOn', Play, () => queue.retry(item.id))}
        {state === 'interrupted' && (
          <ChooseAgain name={name} onFile={(file) => queue.resumeInterrupted(item.id, file)} />
        )}
        {canRetry && button('retry', RotateCw, () => queue.retry(item.id))}
        {button(removal, X, () => queue.remove(item.id))}
      </Box>
    </Box>
  )
})
