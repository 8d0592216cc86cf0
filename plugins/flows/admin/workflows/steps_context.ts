import { createContext, useContext } from 'react'
import type { FlowKinds } from './kinds.js'
import type { ListPlace, StepNode, StepPlace } from './step_tree.js'

/** What is told at steps, by their keys. */
export interface StepNotes {
  /** What the server refused. */
  problems?: Readonly<Record<string, readonly string[]>>
  /** What is odd, and may be meant. */
  warnings?: Readonly<Record<string, readonly string[]>>
}

/** The steps that are being edited, and what can be done with them. */
export interface StepsEditor {
  kinds: FlowKinds
  tree: readonly StepNode[]
  notes: StepNotes
  /** They can be looked at only. */
  readOnly: boolean
  typeOf: (key: string) => string
  /** Undefined where every step is open. */
  folding?: { isOpen: (key: string) => boolean; toggle: (key: string) => void }
  /** The step that is dragged. */
  dragged: string | undefined
  drag: (key: string | undefined) => void
  add: (list: ListPlace) => void
  move: (key: string, to: StepPlace, part?: 'up' | 'down' | 'card') => void
  remove: (key: string) => void
}

export const StepsEditorContext = createContext<StepsEditor | undefined>(undefined)

export function useStepsEditor(): StepsEditor {
  const editor = useContext(StepsEditorContext)
  if (!editor) throw new Error('Steps are edited inside of StepsField.')
  return editor
}
