import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { unsaved } from './unsaved.js'

export interface DialogAddress {
  /** What is open; null when nothing is. Anybody may have written it into the address. */
  value: string | null
  open: (value: string) => void
  close: () => void
}

/**
 * Gives a dialog an address: `useDialogAddress('new')` is `?new=folder` while `folder` is open. Back
 * closes it, a reload or a sent link shows it.
 */
export function useDialogAddress(name: string): DialogAddress {
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { dialog?: string } | null }
  const [search, setSearch] = useSearchParams()
  const [isClosing, setClosing] = useState(false)
  const value = search.get(name)

  const leave = useRef(() => {})
  leave.current = () => {
    // Back over what opening it went forth.
    if (state?.dialog === name) void navigate(-1)
    else setSearch((before) => without(before, name), { replace: true })
  }
  // Only once the dialog is gone: the address of a form that is still there would not change unasked.
  useEffect(() => {
    if (!isClosing) return
    if (value === null) setClosing(false)
    else leave.current()
  }, [isClosing, value])

  return {
    value: isClosing ? null : value,
    open: (opened) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before)
          after.set(name, opened)
          return after
        },
        // One after another in the same dialog is one step for Back.
        value === null ? { state: { dialog: name } } : { replace: true, state }
      ),
    close: () => {
      if (!unsaved.isLeaving) setClosing(true)
    },
  }
}

function without(search: URLSearchParams, name: string) {
  const rest = new URLSearchParams(search)
  rest.delete(name)
  return rest
}
