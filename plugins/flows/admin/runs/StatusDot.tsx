import Box from '@mui/material/Box'
import type { ToneName } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

const tones: Record<string, ToneName> = {
  running: 'info',
  waiting: 'warning',
  completed: 'success',
  failed: 'danger',
}

/** A status as dot and word. With `bare` only the dot is visible, and screen readers still read the word. */
export function StatusDot({ status, bare }: { status: string; bare?: boolean }) {
  const translate = useTranslate()
  const tone = tones[status] ?? 'neutral'
  const word = translate(`flows.run.state.${status}`, { _: status })
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, whiteSpace: 'nowrap' }}>
      <Box
        component="span"
        {...(bare ? { role: 'img', 'aria-label': word } : { 'aria-hidden': true })}
        sx={{
          width: 8,
          height: 8,
          borderRadius: '50%',
          flex: 'none',
          bgcolor: ({ palette }) =>
            status === 'running' ? 'transparent' : palette.tones[tone].bar,
          border: ({ palette }) => `2px solid ${palette.tones[tone].bar}`,
        }}
      />
      {!bare && word}
    </Box>
  )
}
