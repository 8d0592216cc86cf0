import { createContext, useContext } from 'react'
import type { FlowKinds } from './kinds.js'
import type { ListPlace, StepNode, StepPlace } from './step_tree.js'

/** The edited steps and their operations. */
export interface StepsEditor {
  kinds: FlowKinds
  tree: readonly StepNode[]
  /** Whether the steps are read-only. */
  readOnly: boolean
  typeOf: (key: string) => string
  /** Returns the branches that a step may have, and other branches of the step that contain steps. */
  branchesOf: (step: StepNode) => string[]
  /** Renames a branch of a step's config. `from` null adds a branch; `to` null removes it with its steps. */
  setBranch: (key: string, from: string | null, to: string | null) => void
  /** The key of the step whose fields are shown, or of the trigger. */
  chosen: string
  choose: (key: string) => void
  /** The key of the dragged step. */
  dragged: string | undefined
  drag: (key: string | undefined) => void
  /** Adds a step of a type and selects it; without a position it comes last. */
  add: (place: { list: ListPlace; at?: number }, type?: string) => void
  move: (key: string, to: StepPlace) => void
  duplicate: (key: string) => void
  remove: (key: string) => void
  /** A description of the last operation, for screen readers. */
  said: string
}

export const StepsEditorContext = createContext<StepsEditor | undefined>(undefined)

export function useStepsEditor(): StepsEditor {
  const editor = useContext(StepsEditorContext)
  if (!editor) throw new Error('Steps are edited inside of the builder.')
  return editor
}
