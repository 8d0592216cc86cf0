import { createContext, useContext, type ComponentType } from 'react'
import { useRead } from '../data/useRead.js'
import type { JsonSchema } from './json_schema.js'

/** An entry of a catalogue: something people configure, as the server describes it. */
export interface KindEntry {
  name: string
  label: string
  description: string
  /** Name of a Lucide icon. */
  icon: string | null
  schema: JsonSchema
}

/** What the form of a kind gets: where in the surrounding form its configuration stands, and what is stored. */
export interface KindFormProps {
  source: string
  /** As the API shows it: secrets as the mask. */
  stored?: unknown
}

/** Forms that plugins bring in place of the one drawn from a schema, by `<extension point>/<name>`. */
export type KindForms = Readonly<Record<string, ComponentType<KindFormProps>>>

export const KindFormsContext = createContext<KindForms>({})

/** The form a plugin brings for a kind, if one does. */
export const useKindForm = (
  point: string,
  name: string
): ComponentType<KindFormProps> | undefined => useContext(KindFormsContext)[`${point}/${name}`]

/** What an installation offers at one of its extension points. */
export const useKinds = <Entry extends KindEntry = KindEntry>(path: string) =>
  useRead<Entry[]>(path)

/** The entry of a catalogue by its name. */
export const kindNamed = <Entry extends KindEntry>(
  kinds: readonly Entry[],
  name: string
): Entry | undefined => kinds.find((kind) => kind.name === name)
