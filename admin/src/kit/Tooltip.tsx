import MuiTooltip, { type TooltipProps as MuiTooltipProps } from '@mui/material/Tooltip'
import { useEffect, useRef, useState } from 'react'

const OPEN_DELAY = 700
const SKIP_DELAY = 300
// Shared by all tooltips: moving from one to the next within the skip delay opens it at once.
let lastClosedAt = 0

export type TooltipProps = Pick<
  MuiTooltipProps,
  'title' | 'placement' | 'children' | 'describeChild'
>

/** A tooltip that opens after 700 ms, or at once when another one closed less than 300 ms ago. */
export function Tooltip(props: TooltipProps) {
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const show = () => {
    clearTimeout(timer.current)
    const wait = Date.now() - lastClosedAt < SKIP_DELAY ? 0 : OPEN_DELAY
    timer.current = setTimeout(() => setOpen(true), wait)
  }
  const hide = () => {
    clearTimeout(timer.current)
    if (open) lastClosedAt = Date.now()
    setOpen(false)
  }
  return <MuiTooltip {...props} enterDelay={0} open={open} onOpen={show} onClose={hide} />
}
