import { useId } from "react";
import { useTranslation } from "react-i18next";

/** Which repository the document is about; nothing to choose where there is one. */
export function RepositoryChoice(props: {
  repositories: readonly string[];
  value: string;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation("repository");
  const id = useId();
  if (props.repositories.length < 2) return null;
  return (
    <div>
      <label className="lab" htmlFor={id}>
        {t("repository")}
      </label>
      <select
        id={id}
        className="inp"
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      >
        {props.repositories.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </div>
  );
}
