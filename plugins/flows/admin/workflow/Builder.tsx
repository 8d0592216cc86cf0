import type { Workflow, WorkflowDraft } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { lazyPart, ScreenReaderOnly, useDocumentTitle, usePermissions } from '@crossdock/admin/kit'
import { Form, useTranslate } from 'ra-core'
import { Suspense, useState, type ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import type { FlowKinds } from '../workflows/kinds.js'
import { allSteps } from '../workflows/step_tree.js'
import { StepsEditorContext } from '../workflows/steps_context.js'
import { fieldsAt, formPathOf, type WorkflowForm } from '../workflows/workflow_form.js'
import { BuilderBar, type View } from './BuilderBar.js'
import { contentOf, formOf } from './draft.js'
import { TRIGGER } from './model.js'
import { SamplePane } from './SamplePane.js'
import { StepList } from './StepList.js'
import { StepPane } from './StepPane.js'
import type { Content } from './three_way.js'
import { useActivate } from './use_activate.js'
import { useAutosave } from './use_autosave.js'
import { useBuilderKeys } from './use_builder_keys.js'
import { useHistory } from './use_history.js'
import { useSample } from './use_sample.js'
import { useSteps } from './use_steps.js'
import { useOtherState } from './use_other_state.js'
import { useWorkflowPreview } from './use_workflow_preview.js'

const CanvasView = lazyPart(() => import('./CanvasView.js'))
const ThreeWay = lazyPart(() => import('./ThreeWay.js'))

interface BuilderProps {
  kinds: FlowKinds
  /** The workflow without the changes of the draft. */
  workflow: Workflow
  /** The initial content of the form. */
  draft: WorkflowDraft
  /** Whether the initial content of the form is not saved yet. */
  isEntered: boolean
  canWrite: boolean
  onSaved: (draft: WorkflowDraft) => void
  /** Restarts the form with a draft from the server, optionally with another content on top. */
  onBegin: (draft: WorkflowDraft, content?: Content) => void
}

/** The builder of a workflow: its steps, the chosen step, and its results for a sample. */
export function Builder(props: BuilderProps & { content: Content }) {
  // Keep the first values, because new ones would reset the form while a person edits it.
  const [initial] = useState(() => formOf(props.kinds, props.content))
  return (
    <Form
      defaultValues={initial}
      // Ignore Enter in a field, because edits are saved automatically.
      onSubmit={() => undefined}
      noValidate
      disableInvalidFormNotification
    >
      <Panes {...props} />
    </Form>
  )
}

type Pane = 'steps' | 'step' | 'sample'

function Panes(props: BuilderProps) {
  const { kinds, workflow, draft: initial, isEntered, canWrite, onSaved, onBegin } = props
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.builder.${key}`, values)
  const { getValues } = useFormContext<WorkflowForm>()
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('lg'), { noSsr: true })
  const [view, setView] = useState<View>('steps')
  const [pane, setPane] = useState<Pane>('steps')
  const steps = useSteps(kinds, !canWrite)
  const history = useHistory()
  const autosave = useAutosave({ kinds, initial, isEntered, enabled: canWrite, onSaved })
  const preview = useWorkflowPreview(kinds, workflow)
  const sample = useSample(workflow, preview, initial)
  const activate = useActivate(workflow, autosave)
  const theirs = useOtherState(workflow, autosave, onBegin)
  const { can } = usePermissions()
  useDocumentTitle(getValues('name') || workflow.name)
  useBuilderKeys({ steps, history })

  const problems = problemsByStep(getValues(), [...(activate.refused ?? autosave.draft.problems)])
  const editor = {
    ...steps,
    choose(key: string) {
      steps.choose(key)
      setPane('step')
    },
  }
  const canTest = canWrite && can('flows.run')
  const panes: Record<Pane, ReactNode> = {
    steps: <StepList problems={problems} preview={preview} sample={sample} />,
    step: (
      <StepPane
        kinds={kinds}
        stored={autosave.draft}
        problems={problems}
        warnings={preview.warnings}
        sample={sample}
      />
    ),
    sample: <SamplePane sample={sample} canTest={canTest} flush={autosave.flush} />,
  }
  return (
    <StepsEditorContext value={editor}>
      <Box
        sx={{
          // Extends to the edges of the screen, which has its own padding.
          mx: { xs: -2, md: -4 },
          mt: { xs: -3, md: -4 },
          mb: -8,
          display: 'flex',
          flexDirection: 'column',
          height: { lg: 'calc(100dvh - var(--bar-height, 0px) - 56px)' },
          minHeight: 480,
        }}
      >
        <BuilderBar
          workflow={workflow}
          autosave={autosave}
          history={history}
          activate={activate}
          problems={problems}
          view={view}
          onView={setView}
          canWrite={canWrite}
          sample={sample}
          onBegin={onBegin}
        />
        {theirs.notice && (
          <Alert
            severity="warning"
            sx={{ borderRadius: 0 }}
            action={
              <Button color="inherit" size="small" onClick={theirs.open}>
                {text('merge.review')}
              </Button>
            }
          >
            {theirs.notice}
          </Alert>
        )}
        {view === 'canvas' ? (
          <Suspense>
            <CanvasView problems={problems} sample={sample} fields={panes.step} />
          </Suspense>
        ) : isPhone ? (
          <>
            <Tabs
              value={pane}
              onChange={(_, next: Pane) => setPane(next)}
              aria-label={text('panes')}
              sx={{ px: 2, borderBottom: 1, borderColor: 'divider' }}
            >
              {(['steps', 'step', 'sample'] as const).map((one) => (
                <Tab key={one} value={one} label={text(`pane.${one}`)} />
              ))}
            </Tabs>
            <Box sx={{ p: 2 }}>{panes[pane]}</Box>
          </>
        ) : (
          <Box
            sx={{
              flex: 1,
              minHeight: 0,
              display: 'grid',
              gridTemplateColumns: '316px minmax(0, 1fr) minmax(300px, 396px)',
            }}
          >
            {(['steps', 'step', 'sample'] as const).map((one) => (
              <Box
                key={one}
                sx={{
                  minWidth: 0,
                  overflowY: 'auto',
                  px: 2.75,
                  py: 2.25,
                  borderLeft: one === 'steps' ? 0 : 1,
                  borderColor: 'divider',
                }}
              >
                {panes[one]}
              </Box>
            ))}
          </Box>
        )}
      </Box>
      <ScreenReaderOnly>
        <span role="status">{steps.said}</span>
      </ScreenReaderOnly>
      {theirs.compare && (
        <ThreeWay
          {...theirs.compare}
          mine={contentOf(kinds, getValues(), autosave.draft)}
          onClose={theirs.close}
        />
      )}
    </StepsEditorContext>
  )
}

/** Error messages by the key of their step, or of the trigger. */
function problemsByStep(
  form: WorkflowForm,
  problems: readonly { field: string; message: string }[]
): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  if (allSteps(form.steps).length === 0 && problems.length === 0) return found
  for (const { field, message } of problems) {
    const [root, key] = formPathOf(form, field).split('.')
    const place = root === fieldsAt('').slice(0, -1) && key ? key : TRIGGER
    ;(found[place] ??= []).push(message)
  }
  return found
}
