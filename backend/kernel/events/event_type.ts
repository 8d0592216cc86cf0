/** A kind of event in the one log. */
export interface EventType {
  /** snake_case, e.g. `file_upload` */
  name: string
  description: string
  /** Changes who may do what, or where secrets go: the security log tells it, too. */
  security?: boolean
  /** The sentence of the activity feed; absent: not shown to people there. */
  activity?: (payload: Record<string, unknown>) => string
  /**
   * The permission by which the told-about data itself is read: the feed shows the sentence to
   * those who hold it, and to whoever did it. null: to everybody in the tenant. An event with a
   * sentence must say it.
   */
  permission?: string | null
}
