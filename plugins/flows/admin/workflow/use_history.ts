import { fingerprint } from '@crossdock/admin/kit'
import { useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { WorkflowForm } from '../workflows/workflow_form.js'

const MOST = 100
/** Changes with a shorter pause (ms) between them count as one, so that one undo reverts a typed word. */
const PAUSE = 400

export interface History {
  canUndo: boolean
  canRedo: boolean
  undo: () => void
  redo: () => void
}

/** Keeps the states of the form for undo and redo, one for each change. */
export function useHistory(): History {
  const { getValues, reset } = useFormContext<WorkflowForm>()
  useWatch()
  const states = useRef<{ print: string; form: WorkflowForm }[]>([])
  const [at, setAt] = useState(0)
  const print = fingerprint(getValues())
  useEffect(() => {
    if (states.current[at]?.print === print) return undefined
    const timer = setTimeout(
      () => {
        const form = structuredClone(getValues())
        const before = states.current.slice(0, at + 1)
        states.current = [...before, { print, form }].slice(-MOST)
        setAt(states.current.length - 1)
      },
      states.current.length === 0 ? 0 : PAUSE
    )
    return () => clearTimeout(timer)
  }, [print, at, getValues])
  const isAhead = states.current[at]?.print !== print
  const go = (to: number) => {
    const state = states.current[to]
    if (!state) return
    reset(structuredClone(state.form), { keepDefaultValues: true })
    setAt(to)
  }
  return {
    canUndo: states.current.length > 0 && (at > 0 || isAhead),
    canRedo: !isAhead && at < states.current.length - 1,
    undo() {
      if (!isAhead) return go(at - 1)
      // First undo the change that is not recorded yet.
      states.current = [
        ...states.current.slice(0, at + 1),
        { print, form: structuredClone(getValues()) },
      ]
      go(at)
    },
    redo: () => go(at + 1),
  }
}
