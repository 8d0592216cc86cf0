import Box from '@mui/material/Box'
import { Icon, ScreenReaderOnly, type LucideIcon, type ToneName } from '@crossdock/admin/kit'
import {
  Circle,
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CirclePause,
  CircleSlash,
  CircleX,
  LoaderCircle,
} from 'lucide-react'
import { useTranslate } from 'ra-core'

const states: Record<string, { icon: LucideIcon; tone: ToneName }> = {
  running: { icon: LoaderCircle, tone: 'info' },
  waiting: { icon: CirclePause, tone: 'warning' },
  completed: { icon: CircleCheck, tone: 'success' },
  failed: { icon: CircleX, tone: 'danger' },
  cancelled: { icon: CircleSlash, tone: 'warning' },
  stopped: { icon: CircleMinus, tone: 'neutral' },
  skipped: { icon: CircleDashed, tone: 'neutral' },
}

/** The state of a step as an icon, with a different shape for each. Screen readers read the word. */
export function StepState({ status }: { status: string }) {
  const translate = useTranslate()
  const { icon, tone } = states[status] ?? { icon: Circle, tone: 'neutral' as const }
  const word = translate(`flows.run.state.${status}`, { _: status })
  return (
    <Box
      component="span"
      title={word}
      sx={{ display: 'inline-flex', flex: 'none', color: ({ palette }) => palette.tones[tone].bar }}
    >
      <Icon icon={icon} size={18} />
      <ScreenReaderOnly>{word}</ScreenReaderOnly>
    </Box>
  )
}
