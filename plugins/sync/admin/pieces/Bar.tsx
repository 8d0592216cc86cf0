import LinearProgress from '@mui/material/LinearProgress'
import type { Progress } from '../model.js'

interface BarProps {
  label: string
  done: number
  total: number
  width?: number | string
}

/** How far a transfer is. */
export const Bar = ({ label, done, total, width = 1 }: BarProps) => (
  <LinearProgress
    variant="determinate"
    color="info"
    value={total > 0 ? Math.min(100, (done / total) * 100) : 0}
    aria-label={label}
    sx={{
      ...{ width, height: 4, borderRadius: 1, flex: 'none' },
      bgcolor: ({ palette }) => palette.surface.selected,
    }}
  />
)

/** Of a run: by its bytes, or by its files where nothing but names travels. */
export const shareOf = ({ filesDone, files, bytesDone, bytes }: Progress) =>
  bytes > 0 ? { done: bytesDone, total: bytes } : { done: filesDone, total: files }
