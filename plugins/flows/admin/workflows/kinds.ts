import {
  kindIcon,
  kindNamed,
  useKinds,
  type KindEntry,
  type LucideIcon,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** A step type, as the server describes it. */
export interface StepKind extends KindEntry {
  /** Names of the branches. */
  branches: readonly string[]
  /** Whether the config defines the branches, in its list `branches`. */
  branchesByConfig?: boolean
  /** Whether the branches run once for each item. */
  perItem?: boolean
}

/** The installed step and trigger types. */
export interface FlowKinds {
  steps: readonly StepKind[]
  triggers: readonly KindEntry[]
}

/** The installed step and trigger types; loaded once for all components. */
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

const catalogs = { stepType: 'flows/step-types', trigger: 'flows/triggers' } as const

/** The label of a step or trigger type: the console's own text, else that of its plugin. */
export function useKindLabel(group: keyof typeof catalogs): (name: string) => string {
  const translate = useTranslate()
  const { data: kinds = [] } = useKinds(catalogs[group])
  return (name) => translate(`flows.${group}.${name}`, { _: kindNamed(kinds, name)?.label ?? name })
}

/** The icon of a step type by its name. */
export function useStepIcon(): (name: string) => LucideIcon {
  const { data: kinds } = useKinds(catalogs.stepType)
  return (name) => kindIcon(kinds, name)
}
