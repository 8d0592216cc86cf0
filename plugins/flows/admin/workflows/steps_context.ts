import { createContext, useContext } from 'react'
import type { FlowKinds } from './kinds.js'
import type { ListPlace, StepNode, StepPlace } from './step_tree.js'

/** The steps that are being edited, and what can be done with them. */
export interface StepsEditor {
  kinds: FlowKinds
  tree: readonly StepNode[]
  /** They can be looked at only. */
  readOnly: boolean
  typeOf: (key: string) => string
  /** The branches of a step that can hold steps, or do. */
  branchesOf: (step: StepNode) => string[]
  /**
   * Renames a branch that the config of a step names; from null a new one, to null it goes with its steps.
   */
  setBranch: (key: string, from: string | null, to: string | null) => void
  /** The step whose fields are shown, or the trigger. */
  chosen: string
  choose: (key: string) => void
  /** The step that is dragged. */
  dragged: string | undefined
  drag: (key: string | undefined) => void
  /** Adds a step of a type and chooses it; without a place in its list it comes last. */
  add: (place: { list: ListPlace; at?: number }, type?: string) => void
  move: (key: string, to: StepPlace) => void
  duplicate: (key: string) => void
  remove: (key: string) => void
  /** What was done last, for screen readers. */
  said: string
}

export const StepsEditorContext = createContext<StepsEditor | undefined>(undefined)

export function useStepsEditor(): StepsEditor {
  const editor = useContext(StepsEditorContext)
  if (!editor) throw new Error('Steps are edited inside of the builder.')
  return editor
}
