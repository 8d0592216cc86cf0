import {
  kindIcon,
  kindNamed,
  useKinds,
  type KindEntry,
  type LucideIcon,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** A type of step, as the server describes it. */
export interface StepKind extends KindEntry {
  /** Names of its branches. */
  branches: readonly string[]
  /** Its config says which branches it has: the list `branches`. */
  branchesByConfig?: boolean
  /** Its branches are done once for each item. */
  perItem?: boolean
}

/** What workflows of this installation can be made of. */
export interface FlowKinds {
  steps: readonly StepKind[]
  triggers: readonly KindEntry[]
}

/** The types of steps and triggers there are; loaded once for all who ask. */
export function useFlowKinds() {
  const steps = useKinds<StepKind>('flows/step-types')
  const triggers = useKinds('flows/triggers')
  const kinds: FlowKinds | undefined =
    steps.data && triggers.data ? { steps: steps.data, triggers: triggers.data } : undefined
  return {
    kinds,
    error: steps.error ?? triggers.error,
    retry: () => [steps, triggers].forEach((read) => read.error && void read.refetch()),
  }
}

const catalogues = { stepType: 'flows/step-types', trigger: 'flows/triggers' } as const

/** What people know a type of step or trigger by: the console's own word, else that of the plugin that brings it. */
export function useKindLabel(group: keyof typeof catalogues): (name: string) => string {
  const translate = useTranslate()
  const { data: kinds = [] } = useKinds(catalogues[group])
  return (name) => translate(`flows.${group}.${name}`, { _: kindNamed(kinds, name)?.label ?? name })
}

/** The icon of a type of step by its name. */
export function useStepIcon(): (name: string) => LucideIcon {
  const { data: kinds } = useKinds(catalogues.stepType)
  return (name) => kindIcon(kinds, name)
}
