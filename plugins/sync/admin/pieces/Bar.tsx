import LinearProgress from '@mui/material/LinearProgress'
import type { Progress } from '../model.js'

interface BarProps {
  label: string
  done: number
  total: number
  width?: number | string
}

/** A progress bar of a transfer. */
export const Bar = ({ label, done, total, width = 1 }: BarProps) => (
  <LinearProgress
    variant="determinate"
    color="info"
    value={total > 0 ? Math.min(100, (done / total) * 100) : 0}
    aria-label={label}
    sx={{
      width,
      height: 4,
      borderRadius: 1,
      flex: 'none',
      bgcolor: ({ palette }) => palette.surface.selected,
    }}
  />
)

/** The progress of a run by bytes, or by files if no bytes are transferred. */
export const shareOf = ({ filesDone, files, bytesDone, bytes }: Progress) =>
  bytes > 0 ? { done: bytesDone, total: bytes } : { done: filesDone, total: files }
