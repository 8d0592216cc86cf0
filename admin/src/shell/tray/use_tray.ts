import type { TrayState } from '@crossdock/admin/kit'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** It lies over what people work with. */
const CLOSES_AFTER = 4_000
/** A press within this time (ms) was aimed at the closed tray: people do not react faster. */
const REACTION = 500

/** What the parts of the tray tell, and whether it is open: by hand, or by itself for what was just set off. */
export function useTray() {
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const [states, setStates] = useState<Readonly<Record<string, TrayState>>>({})
  const [open, setOpen] = useState<'no' | 'byHand' | 'byItself'>('no')
  const [isHeld, hold] = useState(false)
  const all = Object.values(states)
  const sum = (of: (state: TrayState) => number | undefined) =>
    all.reduce((total, state) => total + (of(state) ?? 0), 0)
  const failed = sum((state) => state.failed)
  const begun = sum((state) => state.begun)

  const tellers = useRef(new Map<string, (state: TrayState) => void>())
  const tell = useCallback((id: string) => {
    const known = tellers.current.get(id)
    if (known) return known
    const teller = (state: TrayState) => setStates((now) => ({ ...now, [id]: state }))
    tellers.current.set(id, teller)
    return teller
  }, [])

  // On a phone it would lie over everything.
  const [seen, setSeen] = useState(0)
  if (begun !== seen) {
    setSeen(begun)
    if (begun > seen && open === 'no' && !isPhone) setOpen('byItself')
  }

  const openedAt = useRef(0)
  useLayoutEffect(() => {
    if (open === 'byItself') openedAt.current = performance.now()
  }, [open])

  const closes = open === 'byItself' && failed === 0 && !isHeld
  useEffect(() => {
    if (!closes) return
    const timer = setTimeout(() => setOpen('no'), CLOSES_AFTER)
    return () => clearTimeout(timer)
  }, [closes, begun])

  return {
    count: sum(({ count }) => count),
    failed,
    isOpen: open !== 'no',
    close: () => setOpen('no'),
    /** Its button is pressed. In the moment in which it opens by itself, that was to open it. */
    press() {
      const isJustOpen = open === 'byItself' && performance.now() - openedAt.current < REACTION
      setOpen(open === 'no' || isJustOpen ? 'byHand' : 'no')
    },
    hold,
    tell,
  }
}
