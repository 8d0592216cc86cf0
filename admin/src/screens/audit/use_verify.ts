import type { AuditVerification } from '@crossdock/client'
import { useApi, useErrorToast } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'

export interface Verdict {
  verified: number
  erased: number
  findings: AuditVerification['findings']
  isUnderWay: boolean
}

/** Has the server verify the audit in batches and reports progress; stops when the screen closes. */
export function useVerify() {
  const api = useApi()
  const translate = useTranslate()
  const showError = useErrorToast()
  const [verdict, setVerdict] = useState<Verdict>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const run = async (signal: AbortSignal) => {
    let sum: Verdict = { verified: 0, erased: 0, findings: [], isUnderWay: true }
    setVerdict(sum)
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: Record<string, string> = cursor ? { cursor } : {}
      const batch: AuditVerification = await api.read('audit/verify', { query, signal })
      cursor = batch.next
      sum = {
        verified: sum.verified + batch.verified,
        erased: sum.erased + batch.erased,
        findings: [...sum.findings, ...batch.findings],
        isUnderWay: cursor !== null,
      }
      if (signal.aborted) return
      setVerdict(sum)
    }
  }

  const verify = () => {
    // Ignore a second press before the button renders as disabled.
    if (running.current && !running.current.signal.aborted) return
    const controller = new AbortController()
    running.current = controller
    run(controller.signal)
      .catch((error: unknown) => {
        if (controller.signal.aborted) return
        setVerdict(undefined)
        showError(error, { fallback: translate('audit.verify.failed') })
      })
      .finally(() => (running.current = undefined))
  }
  return { verify, verdict, isRunning: Boolean(verdict?.isUnderWay) }
}
