import type { Workflow } from '@crossdock/client'
import { lazyPart } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { fieldsOfWorkflow } from './model.js'
import { useExecuteWorkflow } from './use_execute_workflow.js'

const InputDialog = lazyPart(() => import('./InputDialog.js'))

interface ExecuteWithInputProps {
  workflow: Workflow
  asksFile: boolean
  onClose: () => void
}

/** Starts a workflow with the input that it asks for. */
export default function ExecuteWithInput({ workflow, asksFile, onClose }: ExecuteWithInputProps) {
  const translate = useTranslate()
  const execute = useExecuteWorkflow(() => undefined, true)
  return (
    <InputDialog
      title={translate('flows.input.title', { name: workflow.name })}
      submitLabel={translate('flows.workflows.executeOn.submit')}
      fields={fieldsOfWorkflow(workflow)}
      asksFile={asksFile}
      onStart={(input, assetId) => execute.mutateAsync({ workflow, input, assetId })}
      onClose={onClose}
    />
  )
}
