import type { ExternalSystem, Import } from '@crossdock/client'
import Box from '@mui/material/Box'
import {
  BackLink,
  NoPermission,
  PageBody,
  PageHeader,
  usePermissions,
  useRead,
  useToast,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { systemPath } from '../model.js'
import { ChangesStep } from './ChangesStep.js'
import { DocumentStep } from './DocumentStep.js'
import { OperationsStep } from './OperationsStep.js'
import {
  bodyOf,
  nameOf,
  useImport,
  type Choices,
  type ImportRequest,
  type Source,
} from './use_import.js'

/** /integrations/import: creates a system from an OpenAPI description, or updates one (`?system=`). */
export default function ImportScreen() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.imports.${key}`, values)
  const navigate = useNavigate()
  const toast = useToast()
  const [search] = useSearchParams()
  const systemId = search.get('system') ?? undefined
  const canWrite = usePermissions().can('integrations.write')
  const system = useRead<ExternalSystem>(['integrations/systems', systemId ?? ''], {
    enabled: systemId !== undefined,
  })
  const [source, setSource] = useState<Source>()
  const [choices, setChoices] = useState<Choices>({})
  const [read, setRead] = useState<Import>()
  const reading = useImport()
  const making = useImport(true)

  const look = async (from: Source, chosen: Choices) => {
    try {
      const request: ImportRequest = { source: from, dryRun: true, ...chosen }
      const answer = await reading.mutateAsync({ ...request, ...(systemId ? { systemId } : {}) })
      setSource(from)
      setChoices(chosen)
      setRead(answer)
    } catch {
      // The toast says why.
    }
  }
  const make = async (keys: string[], own: object = {}, confirm = false) => {
    const request: ImportRequest = {
      source: source!,
      dryRun: false,
      keys,
      ...choices,
      system: own,
      ...(confirm ? { confirm } : {}),
    }
    const { result } = await making.mutateAsync({ ...request, ...(systemId ? { systemId } : {}) })
    toast({ title: text('done'), description: text('doneText', { ...result }) })
    void navigate(systemPath({ id: result!.systemId }))
  }
  const back = (
    <BackLink to={systemId ? systemPath({ id: systemId }) : '/integrations'}>
      {text('back')}
    </BackLink>
  )
  const title = systemId ? text('againTitle', { name: system.data?.name ?? '' }) : text('title')
  const plan = read?.plan
  const origin = system.data?.origin
  return (
    <>
      <PageHeader
        title={title}
        above={back}
        subtitle={
          plan && source
            ? text('facts', {
                file: nameOf(source),
                title: plan.title,
                version: plan.version,
                format: plan.format,
                smart_count: plan.operations.length,
              })
            : origin
              ? text('last', { ...origin })
              : text('subtitle')
        }
      />
      {!canWrite ? (
        <NoPermission />
      ) : (
        <PageBody>
          {!read || !plan || !source ? (
            <DocumentStep
              // The address is known once the system is loaded.
              key={origin?.url}
              url={origin?.url}
              isReading={reading.isPending}
              onRead={(from) => void look(from, {})}
            />
          ) : read.changes ? (
            <ChangesStep
              changes={read.changes}
              plan={plan}
              isPending={making.isPending}
              onBack={() => setRead(undefined)}
              onApply={(keys, confirm) => void make(keys, {}, confirm).catch(() => undefined)}
            />
          ) : (
            <Box aria-busy={reading.isPending}>
              <OperationsStep
                plan={plan}
                choices={choices}
                onChoose={(chosen) => void look(source, chosen)}
                onBack={() => setRead(undefined)}
                onMake={(keys, own) => make(keys, own)}
                templateOf={(keys) => ({ ...bodyOf(source), ...choices, keys })}
                onTemplate={() => void navigate('/templates')}
              />
            </Box>
          )}
        </PageBody>
      )}
    </>
  )
}
