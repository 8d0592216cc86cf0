import type { ContractTemplate, ExternalSystem } from '@crossdock/client'
import { ErrorState, PlainDialog, RowsSkeleton, useAction, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'
import { MakeSystemDialog } from '../systems/MakeSystemDialog.js'
import { systemPath } from '../model.js'

interface UseTemplateProps {
  template: ContractTemplate
  onClose: () => void
}

/** Creates a system from a template. */
export default function UseTemplate({ template, onClose }: UseTemplateProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.templates.${key}`, values)
  const navigate = useNavigate()
  const read = useRead<ContractTemplate>(['contract-templates', template.id])
  const apply = useAction<ExternalSystem, object>(
    (body) => ({ path: `contract-templates/${encodeURIComponent(template.id)}/apply`, body }),
    {
      invalidates: ['integrations', 'dashboard'],
      success: ({ name, endpointCount }) => ({
        title: text('made'),
        description: text('madeText', { name, smart_count: endpointCount }),
      }),
      error: { fallback: text('useFailed'), inForm: true },
      onSuccess: (system) => void navigate(systemPath(system)),
    }
  )
  const title = text('useTitle', { name: template.name })
  const system = read.data?.contractDefinition?.system
  if (!system) {
    return (
      <PlainDialog title={title} onClose={onClose}>
        {read.error ? (
          <ErrorState plain error={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <RowsSkeleton rows={4} />
        )}
      </PlainDialog>
    )
  }
  const { baseUrl, authType, authConfig } = system
  return (
    <MakeSystemDialog
      title={title}
      description={text('useText', { smart_count: template.endpointCount })}
      start={{
        baseUrl,
        authType,
        authConfig,
        name: template.name,
        systemType: template.systemType,
      }}
      onMake={async (own) => void (await apply.mutateAsync(own))}
      onClose={onClose}
    />
  )
}
