import { createContext, useContext, type ComponentType } from 'react'
import { useRead } from '../data/useRead.js'
import type { JsonSchema } from './json_schema.js'

/** An entry of a catalog: something that people can configure, as the server describes it. */
export interface KindEntry {
  name: string
  label: string
  description: string
  /** Name of a Lucide icon. */
  icon: string | null
  schema: JsonSchema
}

/** Props of the form of a kind: the form path of its configuration, and what is stored. */
export interface KindFormProps {
  source: string
  /** As the API shows it: secrets are masked. */
  stored?: unknown
}

/** Forms of plugins that replace those generated from a schema, by `<extension point>/<name>`. */
export type KindForms = Readonly<Record<string, ComponentType<KindFormProps>>>

export const KindFormsContext = createContext<KindForms>({})

/** Returns a plugin's own form for a kind, if any. */
export const useKindForm = (
  point: string,
  name: string
): ComponentType<KindFormProps> | undefined => useContext(KindFormsContext)[`${point}/${name}`]

/** The kinds that an extension point of the installation offers. */
export const useKinds = <Entry extends KindEntry = KindEntry>(path: string) =>
  useRead<Entry[]>(path)

/** Finds an entry of a catalog by its name. */
export const kindNamed = <Entry extends KindEntry>(
  kinds: readonly Entry[],
  name: string
): Entry | undefined => kinds.find((kind) => kind.name === name)
