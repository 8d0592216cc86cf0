import { useTranslate } from 'ra-core'
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { useBlocker } from 'react-router-dom'
import { LazyConfirmDialog } from './lazy_confirm.js'
import {
  AskToDiscard,
  unsaved,
  textsOf,
  type UnsavedQuestion,
  type UnsavedTexts,
} from './unsaved.js'

interface Asked extends UnsavedQuestion {
  /** The texts at the time of the question. */
  texts: UnsavedTexts[]
}

/**
 * Asks before a person loses input by opening another screen, closing a form or leaving the page. When the input
 * can no longer be lost (it was saved), the question closes and the person stays.
 */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>()
  const open = useRef<Asked>(undefined)
  const [isOpen, setOpen] = useState(false)
  const hasForms = useSyncExternalStore(unsaved.subscribe, unsaved.hasForms)
  const ask = useCallback((question: UnsavedQuestion) => {
    open.current = { ...question, texts: question.about.map(textsOf) }
    setAsked(open.current)
    setOpen(true)
  }, [])
  const answer = useCallback((choice: 'leave' | 'stay') => {
    const question = open.current
    open.current = undefined
    setOpen(false)
    question?.[choice]?.()
  }, [])

  useEffect(
    () =>
      unsaved.subscribe(() => {
        if (open.current && !isStillDirty(open.current)) answer('stay')
      }),
    [answer]
  )
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
      {asked && <Question texts={asked.texts} open={isOpen} onAnswer={answer} />}
    </AskToDiscard>
  )
}

/** Returns whether an input that the question names would still be lost for the same reason. */
function isStillDirty({ about, texts }: Asked): boolean {
  const dirty = unsaved.dirty()
  return about.some((entry, at) => dirty.includes(entry) && textsOf(entry).key === texts[at]?.key)
}

interface QuestionProps {
  texts: UnsavedTexts[]
  open: boolean
  onAnswer: (choice: 'leave' | 'stay') => void
}

function Question({ texts, open, onAnswer }: QuestionProps) {
  const translate = useTranslate()
  // One title and one pair of buttons; the text lists everything that would be lost.
  const { key, values } = texts.find((one) => one.key !== 'kit.unsaved') ?? texts[0]!
  const sentences = texts.map((one) => translate(`${one.key}.text`, one.values))
  return (
    <LazyConfirmDialog
      open={open}
      destructive
      title={translate(`${key}.title`, values)}
      description={[...new Set(sentences)].join(' ')}
      cancelLabel={translate(`${key}.keep`)}
      confirmLabel={translate(`${key}.discard`)}
      onClose={() => onAnswer('stay')}
      onConfirm={() => onAnswer('leave')}
    />
  )
}

// Mounted only while there is a form: the router supports one blocker at a time, and react-admin's own forms use it,
// too.
function NavigationGuard({ ask }: { ask: (question: UnsavedQuestion) => void }) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      from.pathname + from.search !== to.pathname + to.search && unsaved.dirtyForms().length > 0
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const leave = () => unsaved.discardFor(() => blocker.proceed())
    ask({ about: unsaved.dirtyForms(), leave, stay: () => blocker.reset() })
  }, [blocker, ask])
  return null
}
