import type { ScheduleTimes } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'
import { useEffect, useState } from 'react'

const pauseMs = 400

/** The server's answer about a schedule while a person types it. */
export interface ScheduleRead {
  /** Undefined while no schedule is entered or read. */
  data: ScheduleTimes | undefined
  error: Error | null
  /** The schedule in words; undefined while the input differs from the one that was read. */
  sentence: string | undefined
}

/** A schedule in words with its next times, read when the person pauses typing. */
export function useScheduleTimes(schedule: string, timeZone: string): ScheduleRead {
  const [asked, setAsked] = useState({ schedule, timeZone })
  useEffect(() => {
    const timer = setTimeout(() => setAsked({ schedule, timeZone }), pauseMs)
    return () => clearTimeout(timer)
  }, [schedule, timeZone])
  const isAsked = asked.schedule !== ''
  const { data, error, isPlaceholderData } = useRead<ScheduleTimes>('flows/schedule-times', {
    query: asked,
    enabled: isAsked,
    keepPrevious: true,
  })
  if (!isAsked) return { data: undefined, error: null, sentence: undefined }
  const isOf = asked.schedule === schedule && !isPlaceholderData && !error
  return { data, error, sentence: (isOf && data?.sentence) || undefined }
}
