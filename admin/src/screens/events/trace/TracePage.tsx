import type { Trace } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  ApiError,
  BackToPrevious,
  EmptyState,
  ErrorState,
  Icon,
  PageBody,
  PageHeader,
  PageSkeleton,
  useRead,
  useToast,
} from '@crossdock/admin/kit'
import { Download, Link2, SearchX } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState, type ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { Chain } from './Chain.js'
import { Chosen } from './Chosen.js'
import { Waterfall } from './Waterfall.js'
import { useTraceTexts } from './trace_texts.js'

/** /trace/:type/:id: what caused an object, and what it caused. */
export default function TracePage() {
  const translate = useTranslate()
  const { type = '', id = '' } = useParams()
  const read = useRead<Trace>(['trace', type, id])
  const back = <BackToPrevious to="/events">{translate('events.title')}</BackToPrevious>
  if (read.isPending) return <PageSkeleton />
  if (read.data && read.data.objects.length > 0) {
    return <Found key={`${type} ${id}`} trace={read.data} back={back} />
  }
  const isMissing = !read.error || (read.error instanceof ApiError && read.error.status === 404)
  return (
    <>
      <PageHeader title={translate('events.trace.plain')} above={back} />
      {isMissing ? (
        <EmptyState icon={SearchX} title={translate('events.trace.missing')} />
      ) : (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      )}
    </>
  )
}

function Found({ trace, back }: { trace: Trace; back: ReactNode }) {
  const translate = useTranslate()
  const { title } = useTraceTexts()
  const [chosen, choose] = useState(trace.chosen ?? 0)
  const main = trace.objects[trace.chosen ?? 0]!
  const count = (type: string) => trace.objects.filter((one) => one.type === type).length
  const text = (key: string, values?: object) => translate(`events.trace.${key}`, values)
  return (
    <>
      <PageHeader
        title={text('title', { name: main.name ?? title(main) })}
        subtitle={[
          text('runs', { smart_count: count('execution') }),
          text('calls', { smart_count: count('call') }),
        ].join(' · ')}
        above={back}
        actions={<Actions trace={trace} />}
      />
      <PageBody>
        {trace.isCut && <Alert severity="info">{text('cut')}</Alert>}
        <Chain trace={trace} chosen={chosen} onChoose={choose} />
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
            alignItems: 'start',
            gap: 2,
          }}
        >
          <Waterfall trace={trace} chosen={chosen} onChoose={choose} />
          <Chosen trace={trace} at={chosen} onChoose={choose} />
        </Box>
      </PageBody>
    </>
  )
}

function Actions({ trace }: { trace: Trace }) {
  const translate = useTranslate()
  const toast = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(window.location.href)
      toast({ title: translate('events.trace.copied') })
    } catch {
      toast({ title: translate('events.trace.notCopied'), kind: 'destructive' })
    }
  }
  const save = () => {
    const json = new Blob([JSON.stringify(trace, null, 2)], { type: 'application/json' })
    const url = URL.createObjectURL(json)
    Object.assign(document.createElement('a'), {
      href: url,
      download: `trace-${trace.id.slice(0, 8)}.json`,
    }).click()
    URL.revokeObjectURL(url)
  }
  return (
    <>
      <Button variant="outlined" startIcon={<Icon icon={Link2} />} onClick={() => void copy()}>
        {translate('events.trace.copy')}
      </Button>
      <Button variant="outlined" startIcon={<Icon icon={Download} />} onClick={save}>
        {translate('events.trace.export')}
      </Button>
    </>
  )
}
