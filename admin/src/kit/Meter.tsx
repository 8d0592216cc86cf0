import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId, type ReactNode } from 'react'
import { Tooltip } from './Tooltip.js'
import { usedPercent } from './UsageHealth.js'

export interface MeterProps {
  label: string
  value: number
  max: number
  /** The text at the right; `value / max` by default. */
  text?: ReactNode
  /** The exact numbers, shown in a tooltip when `text` shortens them. */
  exact?: string
  /** Shown before the text at the right. */
  badge?: ReactNode
  /** Shows only numbers and bar, because other text names the meter. Screen readers still read the label. */
  bare?: boolean
  /** All on one line, for a toolbar. */
  inline?: boolean
}

/**
 * How much of a limit is used. The bar is grey, and red above 75 %. The numbers are green, yellow above 75 %, and red
 * above 90 %.
 */
export function Meter({ label, value, max, text, exact, badge, bare, inline }: MeterProps) {
  const id = useId()
  const percent = usedPercent(value, max)
  const textTone = percent > 90 ? 'danger' : percent > 75 ? 'warning' : 'success'
  const bar = percent > 75 ? 'danger' : 'neutral'
  const isShortened = exact !== undefined && exact !== text
  const shown = (
    <Typography
      variant="body2"
      tabIndex={isShortened ? 0 : undefined}
      sx={{ color: (theme) => theme.palette.tones[textTone].fg, whiteSpace: 'nowrap' }}
    >
      {text ?? `${value} / ${max}`}
    </Typography>
  )
  const name = !bare && (
    <Typography variant="body2" color="textSecondary" id={id} noWrap={inline}>
      {label}
    </Typography>
  )
  const track = (
    <Box
      role="meter"
      {...(bare ? { 'aria-label': label } : { 'aria-labelledby': id })}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={typeof text === 'string' ? text : `${value} / ${max}`}
      sx={{
        width: inline ? 90 : undefined,
        height: inline ? 4 : 6,
        borderRadius: '3px',
        overflow: 'hidden',
        bgcolor: (theme) => theme.palette.surface.selected,
      }}
    >
      <Box
        sx={{
          width: `${Math.min(percent, 100)}%`,
          height: 1,
          borderRadius: '3px',
          bgcolor: (theme) => theme.palette.tones[bar].bar,
          transition: 'width 240ms ease-out',
        }}
      />
    </Box>
  )
  const shownText = isShortened ? <Tooltip title={exact}>{shown}</Tooltip> : shown
  if (inline) {
    return (
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
        {name}
        {track}
        {badge}
        {shownText}
      </Box>
    )
  }
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 1,
          mb: 0.75,
        }}
      >
        {name}
        {badge}
        {shownText}
      </Box>
      {track}
    </Box>
  )
}
