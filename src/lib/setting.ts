/** What settings of the environment can be: how a text is read, and what is said of one that cannot be used. */
import { isIP } from 'node:net'
import { isEmailAddress } from './email.ts'
import { readUrl } from './read-url.ts'
import { readSmtpUrl } from './smtp-url.ts'

/** A setting that cannot be used; the message names it and says what it takes. */
export class ConfigError extends Error {}

/** A setting: its name in the environment, what it is without it, what it means. */
export interface Setting<T> {
  env: string
  fallback: T
  meaning: string
  secret?: boolean
  read(text: string, env: string): T
}

/** Any text. */
export const text = (env: string, fallback: string, meaning: string, secret = false): Setting<string> => ({
  env,
  fallback,
  meaning,
  secret,
  read: value => value,
})

/** A whole number in a range. */
export const integer = (
  env: string,
  fallback: number,
  meaning: string,
  least = 0,
  most = 2 ** 31 - 1,
): Setting<number> => ({
  env,
  fallback,
  meaning,
  read(value) {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < least || number > most) {
      throw new ConfigError(`${env} must be a whole number from ${least} to ${most}, not "${value}".`)
    }
    return number
  },
})

/** Seconds, with decimals; from a twentieth to a week. */
export const seconds = (env: string, fallback: number, meaning: string, most = 604_800): Setting<number> => ({
  env,
  fallback,
  meaning,
  read: value => readSeconds(value, env, most),
})

/** Seconds, several of them, comma-separated. */
export const secondsList = (env: string, fallback: number[], meaning: string): Setting<number[]> => ({
  env,
  fallback,
  meaning,
  read: value => value.split(',').map(item => readSeconds(item.trim(), env, 604_800)),
})

function readSeconds(text: string, env: string, most: number): number {
  const value = Number(text)
  if (!/^\d+(\.\d+)?$/.test(text) || value < 0.05 || value > most) {
    throw new ConfigError(`${env} takes seconds, 0.05 to ${most}, not "${text}".`)
  }
  return value
}

const SWITCH: Record<string, boolean> = {
  1: true,
  true: true,
  on: true,
  yes: true,
  0: false,
  false: false,
  off: false,
  no: false,
}

/** Yes or no. */
export const flag = (env: string, meaning: string): Setting<boolean> => ({
  env,
  fallback: false,
  meaning,
  read(value) {
    const found = SWITCH[value.toLowerCase()]
    if (found === undefined) throw new ConfigError(`${env} must be true or false, not "${value}".`)
    return found
  },
})

/** An http or https address, or nothing. */
export const webAddress = (env: string, meaning: string, example: string): Setting<string> => ({
  env,
  fallback: '',
  meaning,
  secret: true,
  read(value) {
    if (/^https?:$/.test(readUrl(value)?.protocol ?? '')) return value
    throw new ConfigError(`${env} must be an address such as ${example}.`)
  },
})

/** The address of a mail server, or nothing. */
export const smtpAddress = (env: string, meaning: string): Setting<string> => ({
  env,
  fallback: '',
  meaning,
  secret: true,
  read(value) {
    if (readSmtpUrl(value) !== undefined) return value
    throw new ConfigError(
      `${env} must be an address such as smtp://user:password@mail.example.org:587, or smtps:// for TLS from the start; special characters of the password as %40 and so on.`,
    )
  },
})

export const emailAddress = (env: string, meaning: string): Setting<string> => ({
  env,
  fallback: '',
  meaning,
  read(value) {
    if (isEmailAddress(value)) return value
    throw new ConfigError(`${env} must be an e-mail address such as sexton@example.org, not "${value}".`)
  },
})

/** One of several words. */
export const choice = <T extends string>(
  env: string,
  options: readonly T[],
  fallback: T,
  meaning: string,
): Setting<T> => ({
  env,
  fallback,
  meaning: `${meaning} (${options.join(', ')})`,
  read(value) {
    const found = options.find(option => option === value)
    if (found === undefined) throw new ConfigError(`${env} must be one of ${options.join(', ')}, not "${value}".`)
    return found
  },
})

/** Addresses of machines and ranges of them, comma-separated. */
export const addresses = (env: string, meaning: string): Setting<string[]> => ({
  env,
  fallback: [],
  meaning,
  read(value) {
    const list = value.split(',').map(item => item.trim())
    for (const item of list) {
      const [address = '', bits = '0', ...more] = item.split('/')
      const widest = isIP(address) === 6 ? 128 : 32
      if (isIP(address) === 0 || more.length > 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > widest) {
        throw new ConfigError(`${env} must list addresses or ranges such as 10.0.0.1,10.1.0.0/16, not "${item}".`)
      }
    }
    return list
  },
})

/** Whole numbers, as many as the default has, the first not 0. */
export const counts = (env: string, fallback: readonly number[], meaning: string): Setting<readonly number[]> => ({
  env,
  fallback,
  meaning,
  read(value) {
    const list = value.split(',').map(item => item.trim())
    if (list.length === fallback.length && list.every(item => /^\d{1,4}$/.test(item)) && Number(list[0]) > 0) {
      return list.map(Number)
    }
    throw new ConfigError(
      `${env} takes ${fallback.length} whole numbers such as ${fallback.join()}, the first at least 1.`,
    )
  },
})

const SHORTEST_SECRET = 32

/** Long texts that nobody can guess, the one in use first. */
export const secretKeys = (env: string, meaning: string): Setting<string[]> => ({
  env,
  fallback: [],
  meaning,
  secret: true,
  read(value) {
    const keys = value.split(',').map(key => key.trim())
    if (keys.every(key => key.length >= SHORTEST_SECRET)) return keys
    throw new ConfigError(
      `${env} must have at least ${SHORTEST_SECRET} characters, such as "openssl rand -base64 32" prints.`,
    )
  },
})
