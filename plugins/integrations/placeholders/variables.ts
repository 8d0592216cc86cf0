import {
  environmentVariables,
  VariableRefused,
  variablePlace,
} from '@crossdock/environments/contracts'
import type { CallVariables } from '../contracts/connector.js'
import { CallRefused } from './call_refused.js'

const variableSource = /^variables\.([A-Z][A-Z0-9_]{0,63})$/

/** Returns the variable that a placeholder or mapping names; undefined if it names something else. */
export const variableNamed = (path: string): string | undefined => variableSource.exec(path)?.[1]

/** Returns the present variables of the call's environment. */
export async function callVariables(): Promise<CallVariables> {
  const reader = await environmentVariables.use().read()
  return {
    value(name) {
      try {
        return reader.value(name)
      } catch (error) {
        if (error instanceof VariableRefused) throw new CallRefused(error.message)
        throw error
      }
    },
    has: (name) => reader.has(name),
    all: () => reader.all(),
    secrets: () => reader.secrets(),
  }
}

/**
 * Fills the variable placeholders of a text.
 * @throws CallRefused, SecretError
 */
export const fillVariables = (template: string, variables: CallVariables): string =>
  fillPlaces(template, (name) => variables.value(name))

/** Fills placeholders with a function that returns the value of a variable. */
export const fillPlaces = (template: string, valueOf: (name: string) => string): string =>
  template.replace(variablePlace(), (_, name: string) => valueOf(name))
