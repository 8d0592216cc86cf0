import { styled } from '@mui/material/styles'
import { useTranslate } from 'ra-core'
import type { KeyboardEvent, PointerEvent } from 'react'

/** Minimum width of the column, in pixels. */
const least = 176
const most = 420
const step = 16

/** The stored width, limited to its bounds. */
export const boundedWidth = (width: unknown): number =>
  Math.round(Math.min(most, Math.max(least, Number(width) || 0)))

const Edge = styled('div')(({ theme }) => ({
  position: 'absolute',
  top: 0,
  right: -10,
  bottom: 0,
  width: 9,
  cursor: 'col-resize',
  touchAction: 'none',
  '&::after': {
    content: '""',
    position: 'absolute',
    inset: '0 4px',
    backgroundColor: theme.palette.divider,
  },
  '&:hover::after, &:focus-visible::after, &:active::after': {
    inset: '0 3.5px',
    backgroundColor: theme.palette.accent,
  },
  '&:focus-visible': { outline: 0 },
}))

interface ColumnEdgeProps {
  width: number
  /** Called during the drag and at its end. */
  onWidth: (width: number) => void
}

/** The separator right of the column. Dragging it, or the arrow keys, change the width. */
export function ColumnEdge({ width, onWidth }: ColumnEdgeProps) {
  const translate = useTranslate()
  const drag = ({ button, clientX, currentTarget, pointerId }: PointerEvent<HTMLElement>) => {
    if (button !== 0) return
    const edge = currentTarget
    edge.setPointerCapture(pointerId)
    const move = (event: globalThis.PointerEvent) =>
      onWidth(boundedWidth(width + event.clientX - clientX))
    edge.addEventListener('pointermove', move)
    edge.addEventListener(
      'lostpointercapture',
      () => edge.removeEventListener('pointermove', move),
      { once: true }
    )
  }
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -step, ArrowRight: step, Home: least - most, End: most - least }
    const change = by[event.key as keyof typeof by]
    if (change === undefined) return
    event.preventDefault()
    onWidth(boundedWidth(width + change))
  }
  return (
    <Edge
      role="separator"
      aria-orientation="vertical"
      aria-label={translate('assets.tree.width')}
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={press}
    />
  )
}
