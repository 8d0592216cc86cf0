import { placeFocus, ToastCard, ToastPlace, type Undoable } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'

/** A toast's five seconds are too few to notice, find and undo a deletion; then it is in the tray. */
const SHOWN_FOR = 20_000

interface UndoBarProps {
  offered: Undoable
  undo: (one: Undoable) => void
  onDismiss: () => void
}

/** Says what was just done and takes it back: a toast that stays longer. */
export function UndoBar({ offered, undo, onDismiss }: UndoBarProps) {
  const translate = useTranslate()
  const [isHeld, hold] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(onDismiss, SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [isHeld, onDismiss])
  // Its buttons go with it.
  useEffect(() => () => void setTimeout(placeFocus), [])
  return (
    <ToastPlace
      // Toasts keep clear of it.
      data-foot
      // Below dialogs, over all of the page.
      sx={{ zIndex: 'appBar' }}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      <ToastCard
        title={offered.text(offered.items)}
        action={{ label: translate('kit.undo.action'), onSelect: () => undo(offered) }}
        onHold={hold}
        onClose={onDismiss}
      />
    </ToastPlace>
  )
}
