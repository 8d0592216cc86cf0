import Box from '@mui/material/Box'

interface ShareProps {
  /** The label for screen readers, which do not see the column head. */
  label: string
  percent: number
  /** The text right of the bar; the percentage by default. */
  text?: string
}

/** How much of a limit is used: a thin bar, gray until the limit is near. */
export const Share = ({ label, percent, text = `${percent}%` }: ShareProps) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, whiteSpace: 'nowrap' }}>
    <Box
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.min(percent, 100)}
      aria-valuetext={text}
      sx={{
        flex: 'none',
        width: { xs: 32, sm: 64 },
        height: 4,
        borderRadius: '2px',
        overflow: 'hidden',
        bgcolor: (theme) => theme.palette.surface.selected,
      }}
    >
      <Box
        sx={{
          width: `${Math.min(percent, 100)}%`,
          height: 1,
          bgcolor: ({ palette }) => palette.tones[percent > 75 ? 'danger' : 'neutral'].bar,
        }}
      />
    </Box>
    <Box
      component="span"
      sx={{
        color: ({ palette }) =>
          percent > 75 ? palette.tones[percent > 90 ? 'danger' : 'warning'].fg : 'text.secondary',
      }}
    >
      {text}
    </Box>
  </Box>
)
