import Alert from '@mui/material/Alert'
import { SchemaFields, useKindForm, type KindEntry } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Suspense } from 'react'

interface KindFieldsProps {
  /** The extension point: `flows.stepTypes`. */
  point: string
  name: string
  kind: KindEntry | undefined
  source: string
  stored: unknown
}

/**
 * The fields of a step's or trigger's configuration: the form of its plugin, else one generated from its
 * schema.
 */
export function KindFields({ point, name, kind, source, stored }: KindFieldsProps) {
  const translate = useTranslate()
  const Own = useKindForm(point, name)
  if (!kind) {
    return (
      <Alert severity="warning">{translate('flows.workflows.form.notInstalled', { name })}</Alert>
    )
  }
  if (!Own) return <SchemaFields schema={kind.schema} source={source} stored={stored} />
  return (
    <Suspense>
      <Own source={source} stored={stored} />
    </Suspense>
  )
}
