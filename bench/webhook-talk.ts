/** How the processes of the webhook tables talk: one asks by the name of a function, the other answers. */
import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'

/** Functions that another process can be asked for; their values pass as JSON. */
export type Asks<T> = { [Name in keyof T]: (...given: never[]) => unknown }

type Answer<T extends Asks<T>, Name extends keyof T> = Awaited<ReturnType<T[Name]>>

/** Another process, and how to ask it. */
export interface Other<T extends Asks<T>> {
  /** What it said first: its port, where it has one. */
  port: number
  process: ChildProcess
  ask<Name extends keyof T>(name: Name, ...given: Parameters<T[Name]>): Promise<Answer<T, Name>>
  stop(): Promise<void>
}

/** Milliseconds on the clock that all processes of a machine share (CLOCK_MONOTONIC). */
export function now(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1e3 + nanoseconds / 1e6
}

/** Starts a program of this folder and waits for its first word. */
export async function startOther<T extends Asks<T>>(file: string, env: NodeJS.ProcessEnv = {}): Promise<Other<T>> {
  const child = fork(path.join(import.meta.dirname, file), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...env },
  })
  const hear = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const ended = (): void => reject(new Error(`${file} ended with ${child.signalCode ?? child.exitCode}.`))
      if (!child.connected) return ended()
      child.once('exit', ended)
      child.once('message', message => {
        child.off('exit', ended)
        resolve(message)
      })
    })
  const port = Number(await hear())
  return {
    port,
    process: child,
    async ask<Name extends keyof T>(name: Name, ...given: Parameters<T[Name]>): Promise<Answer<T, Name>> {
      const heard = hear()
      // Where it has ended, `heard` says so.
      child.send([name, ...given], () => undefined)
      const { answer, fault } = (await heard) as { answer: Answer<T, Name>; fault?: string }
      if (fault !== undefined) throw new Error(`${file}: ${fault}`)
      return answer
    },
    async stop() {
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.disconnect()
      await ended
    },
  }
}

/** Answers whoever started this process. */
export function answerAsks<T extends Asks<T>>(answers: T): void {
  process.on('message', async ([name, ...given]: [keyof T, ...never[]]) => {
    try {
      process.send?.({ answer: await answers[name](...given) })
    } catch (error) {
      process.send?.({ fault: String(error) })
    }
  })
}
