import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import {
  Badge,
  CodeBlock,
  errorText,
  formatDuration,
  formatRelative,
  Icon,
} from '@crossdock/admin/kit'
import { ChevronLeft, ChevronRight, Play } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useParams } from 'react-router-dom'
import { statusVariant } from '../runs/model.js'
import { useRunCalls } from '../runs/use_run_calls.js'
import { placeOf } from '../workflows/step_tree.js'
import { useStepsEditor } from '../workflows/steps_context.js'
import type { StepForm } from '../workflows/step_form.js'
import type { WorkflowForm } from '../workflows/workflow_form.js'
import { TRIGGER } from './model.js'
import { SampleChoice } from './SampleChoice.js'
import type { SampleKind, SampleState } from './use_sample.js'
import { useTestRun } from './use_test_run.js'

interface SamplePaneProps {
  sample: SampleState
  canTest: boolean
  flush: () => Promise<boolean>
}

const sampleKinds: SampleKind[] = ['file', 'event', 'run', 'data']

/** The sample for tests, and the result of the chosen step for it. */
export function SamplePane({ sample, canTest, flush }: SamplePaneProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.builder.sample.${key}`, values)
  const { workflowId = '' } = useParams()
  const { chosen } = useStepsEditor()
  const { getValues } = useFormContext<WorkflowForm>()
  const [isChoosing, setChoosing] = useState(false)
  const test = useTestRun({ id: workflowId }, sample, flush)
  const step =
    chosen === TRIGGER ? undefined : (getValues(`step.${chosen}` as 'step') as unknown as StepForm)
  const { kind, name, data } = sample.sample
  const isBroken = kind === 'data' && sample.body() === undefined
  return (
    <Box component="section" aria-label={text('title')} sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {text('title')}
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={kind}
          aria-label={text('kind')}
          onChange={(_, next: SampleKind | null) => {
            if (!next) return
            sample.change({ kind: next, id: undefined, name: undefined, item: 0 } as never)
            setChoosing(next !== 'data')
          }}
        >
          {sampleKinds.map((one) => (
            <ToggleButton key={one} value={one} sx={{ px: 1, py: 0.25 }}>
              {text(`kinds.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      {kind === 'data' ? (
        <TextField
          multiline
          minRows={3}
          maxRows={10}
          label={text('data')}
          value={data ?? ''}
          error={isBroken}
          helperText={text(isBroken ? 'dataBroken' : 'dataHint')}
          onChange={({ target }) => sample.change({ data: target.value })}
        />
      ) : (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            px: 1.5,
            py: 1,
            border: 1,
            borderColor: 'divider',
            borderRadius: '8px',
          }}
        >
          <Typography sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            {name ?? text('none')}
          </Typography>
          <Button size="small" onClick={() => setChoosing(true)}>
            {text(name ? 'change' : 'choose')}
          </Button>
        </Box>
      )}
      {isChoosing && kind !== 'data' && (
        <SampleChoice
          kind={kind}
          workflowId={workflowId}
          onChoose={(id, label) => {
            sample.change({ id, name: label })
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
      {step ? (
        <>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Items sample={sample} stepKey={chosen} />
            {canTest && (
              <Button
                variant="outlined"
                startIcon={<Icon icon={Play} />}
                disabled={test.isPending || isBroken}
                onClick={() => void test.run(step.id)}
                sx={{ ml: 'auto' }}
              >
                {text(test.isPending ? 'trying' : 'try')}
              </Button>
            )}
          </Box>
          {test.error && <Alert severity="error">{errorText(test.error, translate)}</Alert>}
          <Outcome sample={sample} stepId={step.id} />
          {canTest && (
            <Typography variant="body2" color="textSecondary">
              {text('tryHint')}
            </Typography>
          )}
        </>
      ) : (
        <Typography color="textSecondary">{text('chooseStep')}</Typography>
      )}
    </Box>
  )
}

/** Selects the item for a step in a loop. */
function Items({ sample, stepKey }: { sample: SampleState; stepKey: string }) {
  const translate = useTranslate()
  const { tree } = useStepsEditor()
  const { getValues } = useFormContext<WorkflowForm>()
  const list = placeOf(tree, stepKey)?.list
  if (!list) return null
  const loop = getValues(`step.${list.step}` as 'step') as unknown as StepForm
  const { length } = [sample.outputs[loop.id]].flat()
  if (!Array.isArray(sample.outputs[loop.id]) || length === 0) return null
  const { item } = sample.sample
  const go = (to: number) => sample.change({ item: to })
  return (
    <>
      <Typography variant="body2">
        {translate('flows.builder.sample.item', { number: item + 1, count: length })}
      </Typography>
      <IconButton
        size="small"
        aria-label={translate('flows.builder.sample.before')}
        disabled={item === 0}
        onClick={() => go(item - 1)}
      >
        <Icon icon={ChevronLeft} />
      </IconButton>
      <IconButton
        size="small"
        aria-label={translate('flows.builder.sample.next')}
        disabled={item >= length - 1}
        onClick={() => go(item + 1)}
      >
        <Icon icon={ChevronRight} />
      </IconButton>
    </>
  )
}

/** Request and answer of the step's newest test. */
function Outcome({ sample, stepId }: { sample: SampleState; stepId: string }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.builder.sample.${key}`, values)
  const found = sample.resultOf(stepId)
  if (!found) return <Typography color="textSecondary">{text('notTested')}</Typography>
  const { result, run } = found
  const took =
    result.startedAt && result.completedAt
      ? formatDuration(Date.parse(result.completedAt) - Date.parse(result.startedAt))
      : undefined
  return (
    <>
      <Request key={run.id} run={run} result={result} />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography variant="h3">{text('answer')}</Typography>
        <Badge variant={statusVariant(result.status)}>
          {translate(`flows.run.state.${result.status}`)}
        </Badge>
        <Typography variant="body2" color="textSecondary" sx={{ ml: 'auto' }}>
          {[took, result.completedAt && formatRelative(result.completedAt)]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      </Box>
      {result.errorMessage && <Alert severity="error">{result.errorMessage}</Alert>}
      {result.outputHidden ? (
        <Typography color="textSecondary">{text('hidden')}</Typography>
      ) : (
        <CodeBlock label={text('answer')} data={result.output} />
      )}
    </>
  )
}

type Found = NonNullable<ReturnType<SampleState['resultOf']>>

function Request({ run, result }: Found) {
  const translate = useTranslate()
  const call = useRunCalls(run)(result).at(-1)
  if (!call) return null
  const title = translate('flows.run.call.request')
  return (
    <>
      <Typography variant="h3">{title}</Typography>
      <CodeBlock label={title} data={call.requestData} />
    </>
  )
}
