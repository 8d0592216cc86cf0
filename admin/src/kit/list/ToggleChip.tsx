import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { formatExact } from '../format.js'
import type { ToneName } from '../theme/index.js'

const Chip = styled(ButtonBase)(({ theme }) => ({
  flex: 'none',
  height: 32,
  padding: '0 12px',
  gap: 8,
  fontSize: '0.8125rem',
  fontWeight: 500,
  borderRadius: 8,
  border: `1px solid ${theme.palette.surface.border}`,
  '&:hover': { backgroundColor: theme.palette.surface.hover },
  '&[aria-pressed=true]': { backgroundColor: theme.palette.surface.selected },
  [theme.breakpoints.down('sm')]: { height: 42 },
}))

export interface ToggleChipProps {
  label: string
  isOn: boolean
  count?: number | undefined
  /** Tone of the count; quiet by default. */
  tone?: ToneName
  onPress: () => void
}

/** A filter as a toggle button, with the number of matching rows. */
export const ToggleChip = ({ label, isOn, count, tone, onPress }: ToggleChipProps) => (
  <Chip aria-pressed={isOn} onClick={onPress}>
    {label}
    {count !== undefined && (
      <Box
        component="span"
        sx={{ color: (theme) => (tone ? theme.palette.tones[tone].fg : 'text.secondary') }}
      >
        {formatExact(count)}
      </Box>
    )}
  </Chip>
)
