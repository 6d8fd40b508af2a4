import type { ComponentChildren } from 'preact';

interface PageFrameProps {
  readonly title: string;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A page under its heading, which takes the focus when the page changes. */
export function PageFrame({ title, actions, children }: PageFrameProps) {
  return (
    <>
      <div class="page-head">
        <h1 tabIndex={-1}>{title}</h1>
        {actions && <div class="actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}

interface CardProps {
  readonly title?: string;
  readonly actions?: ComponentChildren;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

/** A part of a page. */
export function Card({ title, actions, wide = false, children }: CardProps) {
  return (
    <section class={wide ? 'card wide' : 'card'}>
      {(title || actions) && (
        <div class="card-head">
          {title && <h2 tabIndex={-1}>{title}</h2>}
          {actions && <div class="actions">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: ComponentChildren])[];
}

/** Names, each with its value beside it. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <>
          <dt key={name}>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}

/** Large values under their names, as many beside each other as there is room for. */
export function Figures({ facts }: FactsProps) {
  return (
    <dl class="figures">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b>
          </dd>
        </div>
      ))}
    </dl>
  );
}
