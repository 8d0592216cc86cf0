import type { ScheduleTimes } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'
import { useEffect, useState } from 'react'

const pauseMs = 400

/** What the server says of a schedule while a person types it. */
export interface ScheduleRead {
  /** Undefined while no schedule is entered, or none is read yet. */
  data: ScheduleTimes | undefined
  error: Error | null
  /** The schedule in words; undefined while what is entered differs from what was read. */
  sentence: string | undefined
}

/** A schedule in words and its next times, asked for when the person pauses. */
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
