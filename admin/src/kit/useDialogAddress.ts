import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { unsaved } from './unsaved.js'

export interface DialogAddress {
  /** The open dialog's value; null when it is closed. The address may contain any text. */
  value: string | null
  open: (value: string) => void
  close: () => void
}

/**
 * Keeps the open dialog in the address: while `folder` is the value of `useDialogAddress('new')`, the address has
 * `?new=folder`. The browser's Back closes the dialog; a reload or a shared link opens it.
 */
export function useDialogAddress(name: string): DialogAddress {
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { dialog?: string } | null }
  const [search, setSearch] = useSearchParams()
  const [isClosing, setClosing] = useState(false)
  const value = search.get(name)

  const leave = useRef(() => {})
  leave.current = () => {
    // Undo the navigation that opened the dialog.
    if (state?.dialog === name) void navigate(-1)
    else setSearch((before) => withoutParameter(before, name), { replace: true })
  }
  // Change the address only after the dialog has closed. While its form is mounted, the change would ask first.
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
        // Switching within the same dialog is one step for Back.
        value === null ? { state: { dialog: name } } : { replace: true, state }
      ),
    close: () => {
      if (!unsaved.isLeaving) setClosing(true)
    },
  }
}

function withoutParameter(search: URLSearchParams, name: string) {
  const rest = new URLSearchParams(search)
  rest.delete(name)
  return rest
}
