import Box from '@mui/material/Box'
import { useTranslate } from 'ra-core'

/** Whether a computer is connected, as a dot with an accessible label. */
export function OnlineDot({ isOnline }: { isOnline: boolean }) {
  const translate = useTranslate()
  const label = translate(isOnline ? 'sync.online' : 'sync.offline')
  return (
    <Box
      component="span"
      role="img"
      aria-label={label}
      title={label}
      sx={{
        display: 'inline-block',
        width: 8,
        height: 8,
        borderRadius: '50%',
        flex: 'none',
        bgcolor: ({ palette }) => palette.tones[isOnline ? 'success' : 'danger'].bar,
      }}
    />
  )
}
