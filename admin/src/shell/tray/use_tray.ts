import type { TrayState } from '@crossdock/admin/kit'
import { useCallback, useRef, useState } from 'react'

/** The reports of the tray's parts, in total. */
export function useTray() {
  const [states, setStates] = useState<Readonly<Record<string, TrayState>>>({})
  const reporters = useRef(new Map<string, (state: TrayState) => void>())
  const report = useCallback((id: string) => {
    const known = reporters.current.get(id)
    if (known) return known
    const reporter = (state: TrayState) => setStates((now) => ({ ...now, [id]: state }))
    reporters.current.set(id, reporter)
    return reporter
  }, [])
  const all = Object.values(states)
  const sum = (of: (state: TrayState) => number | undefined) =>
    all.reduce((total, state) => total + (of(state) ?? 0), 0)
  return {
    count: sum(({ count }) => count),
    failed: sum(({ failed }) => failed),
    text: all.find(({ text }) => text)?.text,
    report,
  }
}
