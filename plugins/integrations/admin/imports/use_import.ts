import type { Import } from '@crossdock/client'
import { useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** Where a description comes from. */
export type Source = { document: string; name: string } | { url: string }

/** Choices made before a description is read. */
export interface Choices {
  server?: string
  bodyTypes?: Record<string, string>
}

export interface ImportRequest extends Choices {
  source: Source
  systemId?: string
  dryRun: boolean
  keys?: string[]
  /** Accepts that workflows may fail. */
  confirm?: boolean
  system?: object
}

const isText = (source: Source): source is { document: string; name: string } =>
  'document' in source

export const nameOf = (source: Source): string => (isText(source) ? source.name : source.url)

/** A description in the request format of the API. */
export const bodyOf = (source: Source): { document: string } | { url: string } =>
  isText(source) ? { document: source.document } : { url: source.url }

/** Reads a description, or imports it. */
export function useImport(inForm = false) {
  const translate = useTranslate()
  return useAction<Import, ImportRequest>(
    ({ source, system, ...rest }) => ({
      path: 'integrations/imports',
      body: {
        ...bodyOf(source),
        ...rest,
        ...system,
      },
    }),
    {
      invalidates: ['integrations', 'dashboard'],
      error: { fallback: translate('integrations.imports.failed'), inForm },
    }
  )
}
