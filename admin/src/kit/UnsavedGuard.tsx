import { useTranslate } from 'ra-core'
import { useCallback, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useBlocker } from 'react-router-dom'
import { ConfirmDialog } from './ConfirmDialog.js'
import { AskToDiscard, unsaved } from './unsaved.js'

interface Question {
  leave: () => void
  stay?: () => void
}

/** Asks before what was entered is lost: by another screen, by closing its form, by leaving the page. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const translate = useTranslate()
  const [question, setQuestion] = useState<Question>()
  const [open, setOpen] = useState(false)
  const hasForms = useSyncExternalStore(unsaved.subscribe, unsaved.hasForms)
  const ask = useCallback((leave: () => void, stay?: () => void) => {
    setQuestion({ leave, stay })
    setOpen(true)
  }, [])

  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (unsaved.any()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
  }, [])

  return (
    <AskToDiscard value={ask}>
      {children}
      {hasForms && <NavigationGuard ask={ask} />}
      {question && (
        <ConfirmDialog
          open={open}
          destructive
          title={translate('kit.unsaved.title')}
          description={translate('kit.unsaved.text')}
          cancelLabel={translate('kit.unsaved.keep')}
          confirmLabel={translate('kit.unsaved.discard')}
          onClose={() => {
            setOpen(false)
            question.stay?.()
          }}
          onConfirm={() => {
            setOpen(false)
            question.leave()
          }}
        />
      )}
    </AskToDiscard>
  )
}

// Mounted only while there is a form: the router knows one guard at a time, and react-admin's own
// forms bring theirs.
function NavigationGuard({ ask }: { ask: (leave: () => void, stay?: () => void) => void }) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      from.pathname + from.search !== to.pathname + to.search && unsaved.inForms()
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const leave = () => {
      unsaved.discard()
      blocker.proceed()
    }
    ask(leave, () => blocker.reset())
  }, [blocker, ask])
  return null
}
