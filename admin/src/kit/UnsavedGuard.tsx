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
  wordsOf,
  type UnsavedQuestion,
  type UnsavedWords,
} from './unsaved.js'

interface Asked extends UnsavedQuestion {
  /** As they were when it was asked. */
  words: UnsavedWords[]
}

/**
 * Asks before something is lost: by another screen, by closing its form, by leaving the page. A
 * question whose matter has settled itself goes away, and nobody leaves.
 */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>()
  const open = useRef<Asked>(undefined)
  const [isOpen, setOpen] = useState(false)
  const hasForms = useSyncExternalStore(unsaved.subscribe, unsaved.hasForms)
  const ask = useCallback((question: UnsavedQuestion) => {
    open.current = { ...question, words: question.about.map(wordsOf) }
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
        if (open.current && !stands(open.current)) answer('stay')
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
      {asked && <Question words={asked.words} open={isOpen} onAnswer={answer} />}
    </AskToDiscard>
  )
}

/** Something it was asked about would still be lost, and for the same reason. */
function stands({ about, words }: Asked): boolean {
  const dirty = unsaved.dirty()
  return about.some((entry, at) => dirty.includes(entry) && wordsOf(entry).key === words[at]?.key)
}

interface QuestionProps {
  words: UnsavedWords[]
  open: boolean
  onAnswer: (choice: 'leave' | 'stay') => void
}

function Question({ words, open, onAnswer }: QuestionProps) {
  const translate = useTranslate()
  // One title and one pair of buttons; what else would be lost stands in the text.
  const { key, values } = words.find((one) => one.key !== 'kit.unsaved') ?? words[0]!
  const texts = words.map((one) => translate(`${one.key}.text`, one.values))
  return (
    <LazyConfirmDialog
      open={open}
      destructive
      title={translate(`${key}.title`, values)}
      description={[...new Set(texts)].join(' ')}
      cancelLabel={translate(`${key}.keep`)}
      confirmLabel={translate(`${key}.discard`)}
      onClose={() => onAnswer('stay')}
      onConfirm={() => onAnswer('leave')}
    />
  )
}

// Mounted only while there is a form: the router knows one guard at a time, and react-admin's own
// forms bring theirs.
function NavigationGuard({ ask }: { ask: (question: UnsavedQuestion) => void }) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      from.pathname + from.search !== to.pathname + to.search && unsaved.inForms().length > 0
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const leave = () => unsaved.discardFor(() => blocker.proceed())
    ask({ about: unsaved.inForms(), leave, stay: () => blocker.reset() })
  }, [blocker, ask])
  return null
}
